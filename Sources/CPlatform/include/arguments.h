#ifndef CPLATFORM_ARGUMENTS_H
#define CPLATFORM_ARGUMENTS_H

// A face over getopt_long(3) that keeps the table and the arguments alive. One parse at a time in a process.
typedef struct platform_arguments platform_arguments;

// What an option takes.
enum {
  platform_option_flag = 0,
  platform_option_value = 1,
  platform_option_optional = 2,
};

// What `platform_arguments_next` found, other than the index of an option.
enum {
  platform_arguments_end = -1,
  platform_arguments_operand = -2,     // the text is the operand
  platform_arguments_unknown = -3,     // the text is what stood there
  platform_arguments_no_value = -4,    // the text is the option
  platform_arguments_extra_value = -5, // the text is the option
};

platform_arguments *platform_arguments_new(void);
void platform_arguments_free(platform_arguments *parse);
void platform_arguments_add_option(platform_arguments *parse, const char *name, int takes);
void platform_arguments_add(platform_arguments *parse, const char *argument);

// The index of the next option in the order in which they were added, or one of the codes above.
int platform_arguments_next(platform_arguments *parse);

// The value or text that belongs to the last result; empty when there is none. Lives as long as `parse`.
const char *platform_arguments_text(const platform_arguments *parse);

#endif
