import { findNumbers } from '../../scoring/tokens.ts'
import type { Json } from '../../shared/json.ts'
import { NUMERIC } from './reachability/signature.ts'

export interface PromptValue {
  value: Json
  types: readonly string[]
}

/** Types that the form of a text shows. */
const FORMS: readonly { form: RegExp; types: readonly string[] }[] = [
  { form: /^[a-z][a-z0-9+.-]*:\/\/\S+$/i, types: ['url'] },
  { form: /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, types: ['email'] },
  { form: /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i, types: ['domain'] },
  { form: /^\/\S*$/, types: ['file-path', 'path', 'directory'] },
  { form: /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?$/, types: ['date', 'datetime'] },
  { form: /^[[{]/, types: ['json'] },
]

export const listTypesByForm = (text: string): string[] =>
  FORMS.flatMap(({ form, types }) => (form.test(text) ? types : []))

const QUOTED = /"([^"]+)"|`([^`]+)`|“([^”]+)”/g
const BARE: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"')\]}]*[^\s<>"')\]}.,;:!?]/gi,
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?/g,
]

/** Quoted texts, addresses, dates and numbers that stand in a prompt. */
export function findTokens(prompt: string): PromptValue[] {
  const found: PromptValue[] = []
  let rest = prompt.replace(QUOTED, (_whole, ...groups: (string | undefined)[]) => {
    const text = groups.slice(0, 3).find((group) => group !== undefined) ?? ''
    found.push({ value: text, types: ['text', 'title', ...listTypesByForm(text)] })
    return ' '
  })
  for (const form of BARE) {
    rest = rest.replace(form, (text) => {
      found.push({ value: text, types: listTypesByForm(text) })
      return ' '
    })
  }
  return [...found, ...findNumbers(rest).map(({ value }) => ({ value, types: NUMERIC }))]
}
