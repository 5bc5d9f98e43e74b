# Completion of optgap for fish: optgap completion fish | source
function __PROGRAM_complete
    set -l asked (commandline -opc)
    set -l current (commandline -ct)
    set -l before ''
    if string match -q -- '--*=*' $current
        set -a asked (string replace -r '=.*' '' -- $current)
        set before (string replace -r '=.*' '=' -- $current)
        set current (string replace -r '^[^=]*=' '' -- $current)
    else if string match -q -- '-*' $current
        set -a asked $current
    end
    set before $before(string replace -r '[^,]*$' '' -- $current) # of a list
    $asked --generate-bash-completion 2>/dev/null | string replace -r '^' -- "$before"
end
complete -c PROGRAM -a '(__PROGRAM_complete)'
