/// The shells for which there are completions, each made from the tables of options.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell reads.
  func completions(_ commands: [Command]) -> String {
    switch self {
    case .bash: bashCompletions(commands)
    case .zsh: zshCompletions(commands)
    case .fish: fishCompletions(commands)
    }
  }
}

// MARK: bash

private func bashCompletions(_ commands: [Command]) -> String {
  var cases = ""
  for command in commands {
    cases += "  \(command.name))\n    options=\"\(words(command.options))\"\n"
    cases += "    case \"$before\" in\n"
    for option in command.options where option.takes != .nothing {
      let names = ["--" + option.name] + (option.short.map { ["-\($0)"] } ?? [])
      cases += "    \(names.joined(separator: "|"))) \(bash(option.completion)); return ;;\n"
    }
    cases += "    esac\n    [[ $word == -* ]] || { \(bash(command.operandCompletion)); }\n    ;;\n"
  }
  return """
    # Completions of bench for bash; made by 'bench completions bash'.
    _bench_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
    # The last of a list: what stands before it is kept.
    _bench_list() {
      local kept=
      [[ $word == *,* ]] && kept="${word%,*},"
      mapfile -t COMPREPLY < <(compgen -P "$kept" -W "$1" -- "${word##*,}")
      compopt -o nospace
    }
    _bench_files() { mapfile -t COMPREPLY < <(compgen -f -- "$word"); compopt -o filenames; }
    _bench_folders() { mapfile -t COMPREPLY < <(compgen -d -- "$word"); compopt -o filenames; }
    _bench() {
      local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" command options
      # bash takes --name=value for three words.
      if [[ $word == "=" ]]; then
        word=
      elif [[ $before == "=" ]]; then
        before="${COMP_WORDS[COMP_CWORD - 2]}"
      fi
      COMPREPLY=()
      if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
        _bench_words "\(commands.map(\.name).joined(separator: " ")) help"
        return
      fi
      command="${COMP_WORDS[1]}"
      # Options without a command are those of run.
      [[ $command == -* ]] && command=run
      case "$command" in
      help) _bench_words "\(commands.map(\.name).joined(separator: " "))"; return ;;
    \(cases)  esac
      [[ $word == -* ]] && _bench_words "$options"
    }
    complete -F _bench bench

    """
}

private func words(_ options: [OptionShape]) -> String {
  options.flatMap { option in ["--" + option.name] + (option.short.map { ["-\($0)"] } ?? []) }
    .joined(separator: " ")
}

private func bash(_ completion: OptionShape.Completion) -> String {
  switch completion {
  case .nothing: ":"
  case .file: "_bench_files"
  case .folder: "_bench_folders"
  case .words(let words): "_bench_words \"\(words.joined(separator: " "))\""
  case .list(let words): "_bench_list \"\(words.joined(separator: " "))\""
  }
}

// MARK: zsh

private func zshCompletions(_ commands: [Command]) -> String {
  let names = commands.map { "    \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n")
  var cases = ""
  for command in commands {
    cases += "    \(command.name))\n      _arguments -s -S \\\n"
    for option in command.options { cases += "        \(zsh(option)) \\\n" }
    cases += "        '*:\(command.operands ?? ""):\(zsh(command.operandCompletion))'\n      ;;\n"
  }
  return """
    #compdef bench
    # Completions of bench for zsh; made by 'bench completions zsh'.
    _bench() {
      local -a commands
      commands=(
    \(names)
        'help:the help of a command'
      )
      if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
        _describe command commands
        return
      fi
      local command=$words[2]
      if [[ $command == -* ]]; then
        # Options without a command are those of run.
        command=run
      else
        shift words
        ((CURRENT--))
      fi
      case $command in
        help) _describe command commands ;;
    \(cases)  esac
    }
    if [[ $funcstack[1] == _bench ]]; then _bench "$@"; else compdef _bench bench; fi

    """
}

private func zsh(_ option: OptionShape) -> String {
  let help = option.help.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
  let value: String
  switch option.takes {
  case .nothing: value = ""
  case .value(let name): value = ":\(name.replacing(":", with: "\\:")):\(zsh(option.completion))"
  case .optionalValue(let name): value = "::\(name):\(zsh(option.completion))"
  }
  let equals =
    switch option.takes {
    case .nothing: ""
    case .value: "="
    case .optionalValue: "=-"
    }
  let long = quoted("--\(option.name)\(equals)[\(help)]\(value)")
  let repeats = option.repeats ? "\\*" : ""
  guard let letter = option.short else { return repeats + long }
  let plus = option.takes == .nothing ? "" : "+"
  return long + " " + quoted("-\(letter)\(plus)[\(help)]\(value)")
}

private func zsh(_ completion: OptionShape.Completion) -> String {
  switch completion {
  case .nothing: " "
  case .file: "_files"
  case .folder: "_files -/"
  case .words(let words): "(\(words.joined(separator: " ")))"
  case .list(let words): "_sequence compadd - \(words.joined(separator: " "))"
  }
}

private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

// MARK: fish

private func fishCompletions(_ commands: [Command]) -> String {
  var text = """
    # Completions of bench for fish; made by 'bench completions fish'.
    # Whether a command is being written: its own name, or for run none at all.
    function __bench_command
        set -l words (commandline -opc)
        set -e words[1]
        if test (count $words) -gt 0; and not string match -q -- '-*' $words[1]
            test $words[1] = $argv[1]
        else
            test $argv[1] = run
        end
    end
    complete -c bench -f

    """
  for command in commands {
    text += "complete -c bench -n __fish_is_first_token -a \(command.name) -d \(fish(command.summary))\n"
  }
  for command in commands {
    let here = "complete -c bench -n '__bench_command \(command.name)'"
    if command.operandCompletion != .nothing { text += "\(here)\(fish(command.operandCompletion))\n" }
    for option in command.options {
      let letter = option.short.map { " -s \($0)" } ?? ""
      let value: String
      switch option.takes {
      case .nothing, .optionalValue: value = ""
      case .value: value = " -r" + fish(option.completion)
      }
      text += "\(here) -l \(option.name)\(letter)\(value) -d \(fish(option.help))\n"
    }
  }
  return text
}

private func fish(_ completion: OptionShape.Completion) -> String {
  switch completion {
  case .nothing: " -f"
  case .file: " -F"
  case .folder: " -f -a '(__fish_complete_directories)'"
  case .words(let words): " -f -a '\(words.joined(separator: " "))'"
  case .list(let words): " -f -a '(__fish_append , \(words.joined(separator: " ")))'"
  }
}

private func fish(_ text: String) -> String {
  "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
}
