#include "arguments.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

struct platform_arguments {
  struct option *options;
  int option_count;
  char **arguments;
  int argument_count;
  int started;
  int ended;
  const char *text;
};

// A value of `struct option.val` that no character has.
static const int first_option = 256;

static void *grow(void *array, int count, size_t size) {
  void *grown = realloc(array, (size_t)(count + 1) * size);
  if (!grown) abort();
  return grown;
}

static char *copy(const char *text) {
  char *duplicate = strdup(text);
  if (!duplicate) abort();
  return duplicate;
}

platform_arguments *platform_arguments_new(void) {
  platform_arguments *parse = calloc(1, sizeof *parse);
  if (!parse) abort();
  parse->text = "";
  platform_arguments_add(parse, "bench");
  return parse;
}

void platform_arguments_free(platform_arguments *parse) {
  for (int i = 0; i < parse->option_count; i++) free((char *)parse->options[i].name);
  for (int i = 0; i < parse->argument_count; i++) free(parse->arguments[i]);
  free(parse->options);
  free(parse->arguments);
  free(parse);
}

void platform_arguments_add_option(platform_arguments *parse, const char *name, int takes) {
  parse->options = grow(parse->options, parse->option_count + 1, sizeof *parse->options);
  parse->options[parse->option_count] =
      (struct option){.name = copy(name), .has_arg = takes, .val = first_option + parse->option_count};
  parse->option_count++;
  parse->options[parse->option_count] = (struct option){0};
}

void platform_arguments_add(platform_arguments *parse, const char *argument) {
  parse->arguments = grow(parse->arguments, parse->argument_count + 1, sizeof *parse->arguments);
  parse->arguments[parse->argument_count++] = copy(argument);
  parse->arguments[parse->argument_count] = 0;
}

int platform_arguments_next(platform_arguments *parse) {
  static struct option none[] = {{0}};
  if (!parse->started) {
    parse->started = 1;
    opterr = 0;
#ifdef __linux__
    optind = 0; // glibc: forget the parse before
#else
    optind = 1;
    optreset = 1;
#endif
  }
  // "-": operands are returned in place, as the value of an option 1. "o:": the one short option, for --output.
  // After "--" the scan is over: another call would begin again with the same operand.
  int found = parse->ended ? -1 : getopt_long(parse->argument_count, parse->arguments, "-:o:h", parse->options ? parse->options : none, 0);
  parse->text = optarg ? optarg : "";
  if (found >= first_option) return found - first_option;
  switch (found) {
  case -1:
    parse->ended = 1;
    parse->text = "";
    if (optind < parse->argument_count) {
      parse->text = parse->arguments[optind++];
      return platform_arguments_operand;
    }
    return platform_arguments_end;
  case 1:
    return platform_arguments_operand;
  case 'o':
  case 'h':
    for (int i = 0; i < parse->option_count; i++)
      if (strcmp(parse->options[i].name, found == 'o' ? "output" : "help") == 0) return i;
    parse->text = found == 'o' ? "-o" : "-h";
    return platform_arguments_unknown;
  case ':':
    parse->text = optopt >= first_option ? parse->options[optopt - first_option].name : "output";
    return platform_arguments_no_value;
  default:
    if (optopt >= first_option) {
      parse->text = parse->options[optopt - first_option].name;
      return platform_arguments_extra_value;
    }
    parse->text = parse->arguments[optind > 1 ? optind - 1 : 1];
    return platform_arguments_unknown;
  }
}

const char *platform_arguments_text(const platform_arguments *parse) { return parse->text; }
