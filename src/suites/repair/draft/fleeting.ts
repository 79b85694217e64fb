import type { Json } from '../../../shared/json.ts'

const FORMS: readonly RegExp[] = [
  // A moment to the minute or finer, and seconds or milliseconds since 1970 from 2017 on.
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^(?:1[5-9]|2\d)\d{8}(?:\d{3})?$/,
  // A UUID, hex digits, and characters without words: small ones, or small and large ones.
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^(?=\D*\d)(?=[^a-f]*[a-f])[0-9a-f]{16,}$/i,
  /^(?=(?:.*\d){2})(?=(?:.*[a-z]){2})[a-z0-9]{9,}$/,
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{20,}$/,
]

/** Whether a value looks like a moment or like a random id, which is another in every run. */
export const isFleeting = (value: Json): boolean =>
  (typeof value === 'string' || typeof value === 'number') && FORMS.some((form) => form.test(String(value)))
