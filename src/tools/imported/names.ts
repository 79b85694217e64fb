const MOST_NAMES = 50_000
const known = new Map<string, readonly string[]>()

/** `recipientEmail`, `recipient_email` and `recipient-email` as words in small letters. */
export function nameWords(name: string): readonly string[] {
  let words = known.get(name)
  if (words === undefined) {
    words = takenApart(name)
    if (known.size < MOST_NAMES) known.set(name, words)
  }
  return words
}

const takenApart = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Words as the name of a type: `store order` to `StoreOrder`. */
export const pascalCase = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')

/** What makes two names one: `patient_id`, `patientId` and `PatientID` are alike. */
export const bareName = (name: string): string => nameWords(name).join('')

const LONGEST = 64

/**
 * Gives names that models take for tools: letters, digits, `_` and `-`, at most 64, no two alike.
 *
 * @param taken Names given so far; the new one is added
 */
export function toolName(wanted: string, taken: Set<string>): string {
  const plain =
    wanted
      .replace(/[^a-zA-Z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, LONGEST) || 'tool'
  let name = plain
  for (let n = 2; taken.has(name); n++) name = `${plain.slice(0, LONGEST - 1 - String(n).length)}_${n}`
  taken.add(name)
  return name
}
