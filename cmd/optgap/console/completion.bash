# Completion of optgap for bash: source <(optgap completion bash)
_optgap() {
	local current="${COMP_WORDS[COMP_CWORD]}" words=("${COMP_WORDS[@]:0:COMP_CWORD}") found
	[[ $current == -* ]] && words+=("$current")
	found=$("${words[@]}" --generate-bash-completion 2>/dev/null)
	COMPREPLY=($(compgen -W "$found" -- "$current"))
}
complete -o bashdefault -o default -F _optgap PROGRAM
