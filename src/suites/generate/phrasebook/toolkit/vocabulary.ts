import { nameWords } from '../../../../shared/english.ts'
import { isObject, type Json } from '../../../../shared/json.ts'
import { singular } from '../../../../shared/singular.ts'
import type { Toolkit } from '../../../../tools/imported/toolkit.ts'

/** Every description within schemas. */
function* listDescriptions(value: Json | undefined): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* listDescriptions(item)
  if (!isObject(value)) return
  if (typeof value.description === 'string') yield value.description
  for (const child of Object.values(value)) yield* listDescriptions(child)
}

/** What is said letter by letter: words without a vowel. */
const INITIALS = /^[b-df-hj-np-tv-xz]{3,5}$/

/** How the texts of a document spell words. */
export class Vocabulary {
  private readonly words: ReadonlySet<string>
  /** `DNS` and `OAuth2`, which no text writes in another way. */
  private readonly capitals: ReadonlyMap<string, string>
  /** Two or three words that names write as one: `directdebit`. */
  private readonly pairs: ReadonlyMap<string, string>

  constructor({ tools, entities }: Toolkit) {
    const texts = [
      ...tools.flatMap(({ summary = '', description = '' }) => [summary, description]),
      ...tools.flatMap(({ input, output }) => [...listDescriptions(input), ...listDescriptions(output)]),
      ...Object.values(entities).flatMap(({ schema }) => [...listDescriptions(schema)]),
    ]
    const written = new Set(texts.flatMap((text) => text.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []))
    this.words = new Set([...written].map((word) => singular(word.toLowerCase())))
    const isCapital = (word: string): boolean => /^(?:\p{Lu}{2,5}|\p{Lu}{2,5}\p{Ll}+\p{N}?)$/u.test(word)
    // Names of fields within texts tell nothing.
    const plain = texts.flatMap(
      (text) => text.match(/(?<![_`"'.\p{L}\p{N}])\p{L}[\p{L}\p{N}]*(?![_`"'\p{L}\p{N}])/gu) ?? [],
    )
    const others = new Set(plain.filter((word) => !isCapital(word)).map((word) => word.toLowerCase()))
    this.capitals = new Map(
      [...written]
        .filter((word) => isCapital(word) && !others.has(word.toLowerCase()))
        .map((word) => [word.toLowerCase(), word]),
    )
    const phrases = [
      ...texts.map((text) => text.match(/\p{L}+/gu) ?? []),
      ...tools.map(({ name }) => nameWords(name)),
    ]
    this.pairs = new Map(
      phrases.flatMap((parts) =>
        [3, 2].flatMap((count) =>
          parts.slice(count - 1).map((_, i): [string, string] => {
            const joined = parts.slice(i, i + count).map((one) => one.toLowerCase())
            return [joined.join(''), joined.join(' ')]
          }),
        ),
      ),
    )
  }

  /** Whether a label is one word that no text of the document has, such as `cnsc`. */
  isStrange = (label: string): boolean =>
    this.words.size > 0 && /^\p{L}+$/u.test(label) && !this.words.has(singular(label.toLowerCase()))

  /** Whether the texts, where there are any, use words as a noun: `your account`, but not `the me`. */
  isNoun = (words: string): boolean =>
    this.words.size === 0 ||
    ['the', 'a', 'an', 'your'].some((article) => this.pairs.has(article + (words.split(' ')[0] ?? '')))

  /** Words as the texts of the document have them: `direct debit`, `DNS zone`. */
  spell(label: string): string {
    // A name writes `OAuth2` in two words.
    const joined = label.replace(/\b(\p{L}) ([\p{L}\p{N}]+)\b/gu, (words, letter: string, rest: string) =>
      this.capitals.has(letter + rest) ? letter + rest : words,
    )
    const separate = (word: string): string =>
      this.words.has(singular(word)) ? word : (this.pairs.get(word) ?? word)
    return joined
      .split(' ')
      .flatMap((word) => separate(word).split(' '))
      .map((word) => this.capitals.get(word) ?? (INITIALS.test(word) ? word.toUpperCase() : word))
      .join(' ')
  }
}
