import { fileURLToPath } from 'node:url'

/** Absolute path of a built module beside this one. */
export const resolveBuiltModule = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const SETUP = './setup.js'
/** `--import` takes a URL on every system. */
export const GUARD = new URL('./guard.js', import.meta.url).href
export const RUNTIME = './run-case.js'
export const RUNTIME_OF_CODE = './run-code.js'
export const SERVE = './serve.js'
export const RECORD = './record-suite.js'
export const NETWORK = './network.js'
export const MODEL_AGENT = './model-agent.js'
export const OWN_FUNCTIONS = './own-functions.js'
