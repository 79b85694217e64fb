interface Retrying {
  maxRetries: number
}

const isRetrying = (value: object): value is Retrying =>
  typeof Reflect.get(value, 'maxRetries') === 'number' && typeof Reflect.get(value, 'call') === 'function'

/** How deep a model holds models that work for it: those of OpenAI hold one for each of its APIs. */
const DEPTH = 2

/**
 * Takes from a chat model the retries that it makes behind our back, so that one call is one request and budgets bind. Its
 * own settings are changed; whoever calls it has to ask again where that is due.
 */
export function disableRetries(model: object, depth = DEPTH): void {
  for (const [name, value] of Object.entries(model)) {
    if (typeof value !== 'object' || value === null) continue
    // Those of OpenAI make themselves anew of their fields for structured output.
    if (name === 'fields' || isRetrying(value)) value.maxRetries = 0
    else if (depth > 0 && !Array.isArray(value)) disableRetries(value, depth - 1)
  }
}
