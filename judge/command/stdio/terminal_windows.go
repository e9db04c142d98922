package stdio

// terminalName is the file of the console that a process has.
const terminalName = "CONIN$"
