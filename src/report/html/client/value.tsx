import type { Json } from '../../../shared/json.ts'
import { cut, fullValue } from './format.ts'

/** Letters of a value that are shown at once. */
const SHORT = 180

/** A value; a long one opens on demand. */
export function ValueText({ value }: { value: Json | undefined }) {
  if (value === undefined) return <span class="muted">–</span>
  const text = fullValue(value)
  if (text.length <= SHORT) return <span class="value">{text === '' ? '""' : text}</span>
  return (
    <details class="value">
      <summary>
        <span>{cut(text, SHORT - 30)}</span>
      </summary>
      {text}
    </details>
  )
}
