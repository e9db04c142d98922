// The worker. Its first message is the compiled solver; each other one is a request with a
// number, and its answers are pairs of that number and an event. Before the first answer it says
// that it is ready; a number 0 later means that it no longer is.
onmessage = async ({data: module}) => {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => postMessage([0, '{"Message":{"Text":"the solver has ended"}}']));
  onmessage = ({data: [number, request]}) =>
    tilejudge(request, event => postMessage([number, event]));
  postMessage([0, '{}']);
};
