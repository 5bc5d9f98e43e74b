# Completion of optgap for bash: source <(optgap completion bash)
_optgap() {
	local current="${COMP_WORDS[COMP_CWORD]}" words=("${COMP_WORDS[@]:0:COMP_CWORD}") found before=
	if [[ $current == "=" ]]; then # of --flag=
		current=
	elif [[ ${words[-1]} == "=" ]]; then
		unset "words[-1]"
	fi
	[[ $current == -* ]] && words+=("$current")
	found=$("${words[@]}" --generate-bash-completion 2>/dev/null)
	if [[ $current == *,* ]]; then # a list
		before="${current%,*},"
		current="${current##*,}"
	fi
	COMPREPLY=($(compgen -P "$before" -W "$found" -- "$current"))
}
complete -o bashdefault -o default -F _optgap PROGRAM
