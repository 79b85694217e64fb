import single from './requests/single-calls.json' with { type: 'json' }

/** Sentences that may stand beside a request and change nothing about it. */
export const contexts: readonly string[] = single.contexts

/** A text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A template with its slots filled in; a value may hold braces of its own. */
export const put = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)

/** Whole requests around a clause, with a sentence of context in some of them. */
export const requestsAround = (clause: string, context: string): string[] =>
  single.shapes.map((shape) => put(shape, { clause, Clause: capital(clause), context }))
