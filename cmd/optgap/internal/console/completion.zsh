# Completion of optgap for zsh: source <(optgap completion zsh)
_optgap() {
	local -a found asked
	asked=("${(@)words[1,CURRENT-1]}")
	[[ $words[CURRENT] == -* ]] && asked+=("$words[CURRENT]")
	found=("${(@f)$("${asked[@]}" --generate-bash-completion 2>/dev/null)}")
	if [[ -n $found[1] ]]; then
		compset -P '*,' # a list
		compadd -a found
	else
		_files
	fi
}
compdef _optgap PROGRAM
