/// Completion scripts of shells, made from the registry of commands and flags; `drillrunner --completions SHELL` prints
/// one.
enum Completions {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  static func text(for shell: Shell, _ commands: [CommandSpec]) -> String {
    switch shell {
    case .bash: bash(commands)
    case .zsh: zsh(commands)
    case .fish: fish(commands)
    }
  }

  /// What stands in the place of a command's arguments.
  private enum Operand {
    case drill, session, file, none
  }

  private static func operand(of command: CommandSpec) -> Operand {
    if command.arguments.hasPrefix("PROTOCOL") { return .drill }
    if command.arguments.hasPrefix("SESSION") || command.arguments.hasPrefix("A[") { return .session }
    return command.arguments.isEmpty ? .none : .file
  }

  private static let header = "# Made by: drillrunner --completions"

  /// Names of drills without a folder, and the sessions by uuid: asked of the program itself.
  private static let drills = "drillrunner --drills 2>/dev/null"
  private static let sessions = "drillrunner --session-names 2>/dev/null"

  private static func bash(_ commands: [CommandSpec]) -> String {
    var cases = ""
    for command in commands {
      let words = command.allFlags.map { "--\($0.name)" }.joined(separator: " ")
      let values = command.allFlags.filter { $0.argument != nil }.map { flag in
        let names = ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
        return "        \(names.joined(separator: "|"))) \(bashValues(flag.values)); return 0 ;;\n"
      }.joined()
      let operands =
        switch operand(of: command) {
        case .drill:
          "compgen -W \"$(\(drills))\" -- \"$word\"; compgen -f -X '!*.yaml' -- \"$word\"; compgen -d -- \"$word\""
        case .session: "compgen -W \"$(\(sessions))\" -- \"$word\"; compgen -d -- \"$word\""
        case .file: "compgen -f -- \"$word\""
        case .none: ":"
        }
      cases += """
            \(command.name))
              flags=\(ShellWord.inQuotes(words))
              values() {
                case $before in
        \(values)      esac
                return 1
              }
              operands() { \(operands); } ;;

        """
    }
    return """
      \(header) bash
      _drillrunner() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags= offers
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          mapfile -t COMPREPLY < <(compgen -W \(ShellWord.inQuotes((commands.map(\.name) + ["--help", "--version"]).joined(separator: " "))) -- "$word")
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)    *) return ;;
        esac
        if offers=$(values); then
          [ -z "$offers" ] || mapfile -t COMPREPLY <<<"$offers"
          return
        fi
        # Behind a colon or an equals sign, which bash takes for words, stands the rest of an argument.
        case $before$word in
          :*|=*) return ;;
        esac
        case $word in
          -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word") ;;
          *) mapfile -t COMPREPLY < <(operands) ;;
        esac
      }
      complete -o filenames -F _drillrunner drillrunner

      """
  }

  private static func bashValues(_ values: Flag.Values) -> String {
    func offered(_ words: [String]) -> String {
      "compgen -W \(ShellWord.inQuotes(words.joined(separator: " "))) -- \"$word\""
    }
    return switch values {
    case .none: ":"
    case .words(let words): offered(words)
    case .files: "compgen -f -- \"$word\""
    case .folders: "compgen -d -- \"$word\""
    case .wordsOrFolders(let words): offered(words) + "; compgen -d -- \"$word\""
    }
  }

  /// What _arguments does for an argument. A colon would end it.
  private static func zshValues(_ values: Flag.Values) -> String {
    func list(_ words: [String]) -> String {
      "(" + words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ") + ")"
    }
    return switch values {
    case .none: " "
    case .words(let words): list(words)
    case .files: "_files"
    case .folders: "_files -/"
    case .wordsOrFolders(let words): "{ compadd -- \(words.joined(separator: " ")); _files -/ }"
    }
  }

  private static func fishValues(_ values: Flag.Values) -> String {
    return switch values {
    case .none: " -x"
    case .words(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    case .wordsOrFolders(let words):
      " -x -a \(fishQuoted(words.joined(separator: " ") + " (__fish_complete_directories)"))"
    }
  }

  private static func zsh(_ commands: [CommandSpec]) -> String {
    /// Inside brackets and before a colon, _arguments takes these as its own.
    func plain(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
        .replacing(":", with: "\\:")
    }
    let list = commands.map { "    " + ShellWord.inQuotes("\($0.name):\($0.summary)") }.joined(
      separator: "\n")
    var cases = ""
    for command in commands {
      var specs: [String] = []
      for flag in command.allFlags {
        let text =
          "[\(plain(flag.help))]" + (flag.argument.map { ":\(plain($0)):\(zshValues(flag.values))" } ?? "")
        specs.append(ShellWord.inQuotes((flag.repeats ? "*" : "") + "--\(flag.name)\(text)"))
        if let short = flag.short { specs.append(ShellWord.inQuotes("-\(short)\(text)")) }
      }
      switch operand(of: command) {
      case .drill: specs.append("'*:drill:{ compadd -- ${(f)\"$(\(drills))\"}; _files -g \"*.yaml\" }'")
      case .session:
        specs.append(ShellWord.inQuotes("*:session:{ compadd -- ${(f)\"$(\(sessions))\"}; _files -/ }"))
      case .file: specs.append("'*:file:_files'")
      case .none: break
      }
      cases += "    \(command.name)) _arguments \(specs.joined(separator: " \\\n      ")) ;;\n"
    }
    return """
      #compdef drillrunner
      \(header) zsh
      local -a commands
      if (( CURRENT == 2 )); then
        commands=(
      \(list)
        )
        _describe -t commands command commands
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
      \(cases)esac

      """
  }

  private static func fish(_ commands: [CommandSpec]) -> String {
    var lines = ["\(header) fish", "complete -c drillrunner -f"]
    for command in commands {
      lines.append(
        "complete -c drillrunner -n __fish_use_subcommand -a \(command.name) -d \(fishQuoted(command.summary))"
      )
      let condition = "-n \(fishQuoted("__fish_seen_subcommand_from \(command.name)"))"
      switch operand(of: command) {
      case .drill:
        lines.append("complete -c drillrunner \(condition) -a \(fishQuoted("(\(drills))")) -k -F")
      case .session:
        lines.append(
          "complete -c drillrunner \(condition) -F -a "
            + fishQuoted("(\(sessions))"))
      case .file: lines.append("complete -c drillrunner \(condition) -F")
      case .none: break
      }
      for flag in command.allFlags {
        let short = flag.short.map { " -s \($0)" } ?? ""
        let takes = flag.argument == nil ? "" : fishValues(flag.values)
        lines.append(
          "complete -c drillrunner \(condition) -l \(flag.name)\(short)\(takes) -d \(fishQuoted(flag.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// fish has two escapes in single quotes: of the backslash and of the quote.
  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
