// Command wasm is the solver in the page of a browser: make web compiles it to WebAssembly. It
// sets a function for JavaScript, tilejudge(request, send), which does what a web.Request in JSON
// asks for, calls send with each web.Event in JSON, and returns after the last one.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"tilejudge/judge/view/web"
)

func main() {
	js.Global().Set("tilejudge", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request, send := args[0].String(), args[1]
		go do(request, func(e *web.Event) { // the caller's goroutine must not wait
			text, err := json.Marshal(e)
			if err != nil {
				panic(err) // all events have a JSON form
			}
			send.Invoke(string(text))
		})
		return nil
	}))
	select {}
}

// do does the task of a request. Nothing else runs meanwhile: to cancel the task, the page ends
// the worker.
func do(request string, send func(*web.Event)) {
	r := new(web.Request)
	if err := json.Unmarshal([]byte(request), r); err != nil {
		send(&web.Event{Message: &web.Message{Text: err.Error()}, Done: &web.Done{Failed: true}})
		return
	}
	web.Do(context.Background(), r, send)
}
