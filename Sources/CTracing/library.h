// The functions of libtracefs and libtraceevent that are used, found at run time.
#ifndef CTRACING_LIBRARY_H
#define CTRACING_LIBRARY_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

struct tracefs_instance;

#if __has_include(<traceevent/event-parse.h>)
#include <traceevent/event-parse.h>
#else
struct tep_handle;
struct tep_event;
struct tep_format_field;
struct trace_seq;
// As in version 1 of the library's binary interface.
struct tep_record {
  unsigned long long ts, offset;
  long long missed_events;
  int record_size, size;
  void *data;
  int cpu, ref_count, locked;
  void *priv;
};
#endif

typedef int tracing_visitor(struct tep_event *, struct tep_record *, int, void *);

#define TRACING_FUNCTIONS(F)                                                                              \
  F(int, tracefs_tracing_dir_is_mounted, (bool mount, const char **path))                                 \
  F(struct tracefs_instance *, tracefs_instance_create, (const char *name))                               \
  F(int, tracefs_instance_destroy, (struct tracefs_instance *))                                           \
  F(void, tracefs_instance_free, (struct tracefs_instance *))                                             \
  F(int, tracefs_instance_file_write, (struct tracefs_instance *, const char *file, const char *text))    \
  F(char *, tracefs_instance_file_read, (struct tracefs_instance *, const char *file, int *size))         \
  F(int, tracefs_instance_file_open, (struct tracefs_instance *, const char *file, int mode))             \
  F(int, tracefs_instance_set_buffer_size, (struct tracefs_instance *, size_t kilobytes, int cpu))        \
  F(int, tracefs_event_enable, (struct tracefs_instance *, const char *system, const char *event))        \
  F(int, tracefs_event_file_write,                                                                        \
    (struct tracefs_instance *, const char *system, const char *event, const char *file, const char *text)) \
  F(int, tracefs_trace_on, (struct tracefs_instance *))                                                   \
  F(int, tracefs_trace_off, (struct tracefs_instance *))                                                  \
  F(struct tep_handle *, tracefs_local_events_system, (const char *folder, const char *const *systems))   \
  F(int, tracefs_iterate_raw_events,                                                                      \
    (struct tep_handle *, struct tracefs_instance *, cpu_set_t *, int, tracing_visitor *, void *))        \
  F(struct tep_event *, tep_find_event_by_name, (struct tep_handle *, const char *system, const char *name)) \
  F(struct tep_format_field *, tep_find_any_field, (struct tep_event *, const char *name))                \
  F(int, tep_read_number_field, (struct tep_format_field *, const void *data, unsigned long long *value)) \
  F(void *, tep_get_field_raw,                                                                            \
    (struct trace_seq *, struct tep_event *, const char *name, struct tep_record *, int *length, int error)) \
  F(void, tep_free, (struct tep_handle *))

#define TRACING_MEMBER(result, name, arguments) result(*name) arguments;
struct tracing_library {
  TRACING_FUNCTIONS(TRACING_MEMBER)
};
#undef TRACING_MEMBER

// The library, or NULL when it is missing or lacks a function.
const struct tracing_library *tracing_library(void);

#endif
