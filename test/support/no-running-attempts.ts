/**
 * Files of one worker share its attempts. One that a test left running, such as of an agent that never answers, would count
 * as running in the files after it.
 */
Reflect.deleteProperty(globalThis, Symbol.for('tracewright.attempts'))
