import { createActiveRedactor } from '../shared/redact/active.ts'
import type { Redactor } from '../shared/redact/redactor.ts'

function maskIn(value: object, redactor: Redactor, seen: Set<object>): void {
  if (seen.has(value)) return
  seen.add(value)
  for (const [name, { value: item }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (typeof item === 'string') {
      const clean = redactor.text(item)
      // A property that is read-only keeps its attributes: only its value is another one.
      if (clean !== item) Object.defineProperty(value, name, { value: clean })
    } else if (typeof item === 'object' && item !== null) maskIn(item, redactor, seen)
  }
}

/**
 * Masks secrets in errors that no case caught, in place: Vitest hands the same objects to its reporters, which print them
 * after ours is told.
 */
export function maskErrors(errors: readonly unknown[]): void {
  if (errors.length === 0) return
  const redactor = createActiveRedactor()
  const seen = new Set<object>()
  for (const error of errors) if (typeof error === 'object' && error !== null) maskIn(error, redactor, seen)
}
