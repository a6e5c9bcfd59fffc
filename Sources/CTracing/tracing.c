#ifdef __linux__
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTracing.h"

#include "library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// An event as its kernel lays it out.
struct layout {
  int kind;
  const char *system, *name;
  // The fields of `timer`, `function`, `clock`, `subject` and `state`, and the name of that of `name`.
  const char *fields[5];
  const char *text;
  struct tep_event *event;
  struct tep_format_field *found[5], *current;
};

static const struct layout layouts[] = {
    {TRACING_TIMER_START, "timer", "hrtimer_start", {"hrtimer", "function", "softexpires"}, NULL, NULL, {NULL}, NULL},
    {TRACING_TIMER_EXPIRE, "timer", "hrtimer_expire_entry", {"hrtimer", "function", "now"}, NULL, NULL, {NULL}, NULL},
    {TRACING_WAKING, "sched", "sched_waking", {NULL, NULL, NULL, "pid"}, "comm"},
    {TRACING_WAKING, "sched", "sched_wakeup_new", {NULL, NULL, NULL, "pid"}, "comm"},
    {TRACING_SWITCH, "sched", "sched_switch", {NULL, NULL, NULL, "next_pid", "prev_state"}, "next_comm"},
    {TRACING_RESUME, "rseq", "rseq_update", {NULL}, NULL},
};
enum { EVENTS = sizeof layouts / sizeof layouts[0] };

struct tracing {
  struct tracefs_instance *instance;
  struct tep_handle *formats;
  struct layout layouts[EVENTS];
  int hold;
};

// The addresses of the functions of timers, from /proc/kallsyms.
static unsigned long long timerfdFunction, wakeupFunction;

static bool find_functions(void) {
  FILE *symbols = fopen("/proc/kallsyms", "re");
  if (symbols == NULL) return false;
  char line[512];
  while (fgets(line, sizeof line, symbols) && !(timerfdFunction && wakeupFunction)) {
    char *type = strchr(line, ' ');
    if (type == NULL || strlen(type) < 4) continue;
    if (strcmp(type + 3, "timerfd_tmrproc\n") == 0) timerfdFunction = strtoull(line, NULL, 16);
    if (strcmp(type + 3, "hrtimer_wakeup\n") == 0) wakeupFunction = strtoull(line, NULL, 16);
  }
  fclose(symbols);
  return timerfdFunction && wakeupFunction;
}

int tracing_prepare(bool *mounted) {
  *mounted = false;
  const struct tracing_library *library = tracing_library();
  if (library == NULL) return TRACING_NO_LIBRARY;
  const char *folder = NULL;
  errno = 0;
  int was = library->tracefs_tracing_dir_is_mounted(true, &folder);
  if (was < 0) return TRACING_NOT_MOUNTED;
  *mounted = was == 0;
  return find_functions() ? TRACING_FINE : TRACING_NO_SYMBOLS;
}

static bool write_file(struct tracing *tracing, const char *file, const char *text) {
  return tracing_library()->tracefs_instance_file_write(tracing->instance, file, text) >= 0;
}

// Restricts the instance to the threads of this process; the kernel adds those that they start.
static bool follow_own_threads(struct tracing *tracing) {
  if (!write_file(tracing, "options/event-fork", "1")) return false;
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return false;
  bool fine = true, first = true;
  for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    int file = tracing_library()->tracefs_instance_file_open(
        tracing->instance, "set_event_pid", first ? O_WRONLY | O_TRUNC : O_WRONLY | O_APPEND);
    fine = file >= 0 && write(file, entry->d_name, strlen(entry->d_name)) > 0 && fine;
    if (file >= 0) close(file);
    first = false;
  }
  closedir(threads);
  return fine;
}

// Finds the event and enables it.
static bool enable(struct tracing *tracing, struct layout *layout) {
  const struct tracing_library *library = tracing_library();
  layout->event = library->tep_find_event_by_name(tracing->formats, layout->system, layout->name);
  if (layout->event == NULL) return false;
  layout->current = library->tep_find_any_field(layout->event, "common_pid");
  for (int i = 0; i < 5; i++) {
    if (layout->fields[i] == NULL) continue;
    layout->found[i] = library->tep_find_any_field(layout->event, layout->fields[i]);
    if (layout->found[i] == NULL) return false;
  }
  if (layout->kind == TRACING_TIMER_START || layout->kind == TRACING_TIMER_EXPIRE) {
    char filter[128];
    snprintf(filter, sizeof filter, "function == 0x%llx || function == 0x%llx", timerfdFunction, wakeupFunction);
    if (library->tracefs_event_file_write(tracing->instance, layout->system, layout->name, "filter", filter) < 0)
      return false;
  }
  return library->tracefs_event_enable(tracing->instance, layout->system, layout->name) == 0;
}

static int set_up(struct tracing *tracing, int kinds, bool own, int64_t kilobytes) {
  const struct tracing_library *library = tracing_library();
  static const char *const systems[] = {"timer", "sched", "rseq", NULL};
  // An open file keeps others from removing the instance while this process lives.
  tracing->hold = library->tracefs_instance_file_open(tracing->instance, "tracing_on", O_RDWR | O_CLOEXEC);
  if (tracing->hold < 0) return TRACING_NOT_SET;
  library->tracefs_trace_off(tracing->instance);
  if (!write_file(tracing, "trace_clock", "mono")) return TRACING_NOT_SET;
  if (library->tracefs_instance_set_buffer_size(tracing->instance, (size_t)kilobytes, -1) != 0) return TRACING_NOT_SET;
  if (own && !follow_own_threads(tracing)) return TRACING_NOT_SET;
  tracing->formats = library->tracefs_local_events_system(NULL, systems);
  if (tracing->formats == NULL) return TRACING_NOT_SET;
  for (int i = 0; i < EVENTS; i++) {
    tracing->layouts[i] = layouts[i];
    if (!(layouts[i].kind & kinds) || enable(tracing, &tracing->layouts[i])) continue;
    if (layouts[i].kind != TRACING_RESUME) return TRACING_NOT_SET;
  }
  return library->tracefs_trace_on(tracing->instance) == 0 ? TRACING_FINE : TRACING_NOT_SET;
}

int tracing_open(const char *name, int kinds, bool own, int64_t kilobytes, struct tracing **result, int *error) {
  const struct tracing_library *library = tracing_library();
  if (library == NULL) return TRACING_NO_LIBRARY;
  struct tracing *tracing = calloc(1, sizeof *tracing);
  if (tracing == NULL) {
    *error = ENOMEM;
    return TRACING_NO_INSTANCE;
  }
  tracing->hold = -1;
  errno = 0;
  tracing->instance = library->tracefs_instance_create(name);
  if (tracing->instance == NULL) {
    *error = errno;
    free(tracing);
    return TRACING_NO_INSTANCE;
  }
  errno = 0;
  int problem = set_up(tracing, kinds, own, kilobytes);
  *error = errno;
  if (problem != TRACING_FINE) {
    tracing_close(tracing);
    return problem;
  }
  *result = tracing;
  return TRACING_FINE;
}

struct visit {
  struct tracing *tracing;
  void (*each)(void *, const struct tracing_event *);
  void *context;
};

static unsigned long long number(struct tep_format_field *field, struct tep_record *record) {
  unsigned long long value = 0;
  if (field != NULL) tracing_library()->tep_read_number_field(field, record->data, &value);
  return value;
}

static int visit(struct tep_event *event, struct tep_record *record, int cpu, void *context) {
  struct visit *visit = context;
  const struct layout *layout = NULL;
  for (int i = 0; i < EVENTS; i++) {
    if (visit->tracing->layouts[i].event == event) layout = &visit->tracing->layouts[i];
  }
  if (layout == NULL) return 0;
  unsigned long long function = number(layout->found[1], record);
  struct tracing_event result = {
      .time = (int64_t)record->ts,
      .clock = (int64_t)number(layout->found[2], record),
      .timer = number(layout->found[0], record),
      .cpu = cpu,
      .thread = (int32_t)number(layout->current, record),
      .subject = (int32_t)number(layout->found[3], record),
      .state = (int32_t)number(layout->found[4], record),
      .kind = (uint8_t)layout->kind,
      .function = function == 0                 ? TRACING_FUNCTION_OTHER
                  : function == timerfdFunction ? TRACING_FUNCTION_TIMERFD
                  : function == wakeupFunction  ? TRACING_FUNCTION_WAKEUP
                                                : TRACING_FUNCTION_OTHER,
  };
  if (layout->text != NULL) {
    int length = 0;
    const char *text = tracing_library()->tep_get_field_raw(NULL, event, layout->text, record, &length, 0);
    if (text != NULL) memcpy(result.name, text, length < 16 ? (size_t)length : 16);
  }
  visit->each(visit->context, &result);
  return 0;
}

int tracing_read(struct tracing *tracing, void (*each)(void *, const struct tracing_event *), void *context) {
  struct visit visitor = {tracing, each, context};
  errno = 0;
  int outcome = tracing_library()->tracefs_iterate_raw_events(
      tracing->formats, tracing->instance, NULL, 0, visit, &visitor);
  return outcome == 0 ? 0 : errno != 0 ? errno : EIO;
}

void tracing_stop(struct tracing *tracing) { tracing_library()->tracefs_trace_off(tracing->instance); }

static int64_t counter(const char *text, const char *name) {
  const char *place = text ? strstr(text, name) : NULL;
  return place ? strtoll(place + strlen(name), NULL, 10) : 0;
}

int64_t tracing_lost(struct tracing *tracing) {
  int64_t lost = 0;
  long processors = sysconf(_SC_NPROCESSORS_CONF);
  for (long cpu = 0; cpu < processors; cpu++) {
    char file[64];
    snprintf(file, sizeof file, "per_cpu/cpu%ld/stats", cpu);
    char *text = tracing_library()->tracefs_instance_file_read(tracing->instance, file, NULL);
    lost += counter(text, "\noverrun: ") + counter(text, "\ncommit overrun: ") + counter(text, "\ndropped events: ");
    free(text);
  }
  return lost;
}

void tracing_close(struct tracing *tracing) {
  const struct tracing_library *library = tracing_library();
  library->tracefs_trace_off(tracing->instance);
  if (tracing->hold >= 0) close(tracing->hold);
  // Another program that looks through all instances can hold this one for a moment.
  for (int attempt = 0; attempt < 100; attempt++) {
    errno = 0;
    if (library->tracefs_instance_destroy(tracing->instance) == 0 || errno != EBUSY) break;
    usleep(10000);
  }
  library->tracefs_instance_free(tracing->instance);
  if (tracing->formats != NULL) library->tep_free(tracing->formats);
  free(tracing);
}
#else
#include "CTracing.h"

int tracing_prepare(bool *mounted) {
  *mounted = false;
  return TRACING_NOT_LINUX;
}
int tracing_open(const char *name, int kinds, bool own, int64_t kilobytes, struct tracing **result, int *error) {
  (void)name, (void)kinds, (void)own, (void)kilobytes, (void)result;
  *error = 0;
  return TRACING_NOT_LINUX;
}
int tracing_read(struct tracing *tracing, void (*each)(void *, const struct tracing_event *), void *context) {
  (void)tracing, (void)each, (void)context;
  return 0;
}
void tracing_stop(struct tracing *tracing) { (void)tracing; }
int64_t tracing_lost(struct tracing *tracing) {
  (void)tracing;
  return 0;
}
void tracing_close(struct tracing *tracing) { (void)tracing; }
#endif
