/** Hooks of Node's loader: each run of `vitest-host.mjs` has its own instances of the modules in the workspace. */
let turn = new Int32Array(1)
let workspace = ''

export function initialize(data) {
  turn = data.turn
  workspace = data.workspace
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  // Vite gives each copy of a config another name.
  const isFresh = !found.url.startsWith(workspace) || /[?]|\.timestamp-/.test(found.url)
  return isFresh ? found : { ...found, url: `${found.url}?run=${Atomics.load(turn, 0)}` }
}
