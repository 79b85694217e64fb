/** A text as a prompt states it: in quotation marks, word for word. */
export const quote = (text: string): string => {
  if (text.includes('"')) throw new RangeError(`a text with quotation marks cannot be quoted: ${text}`)
  return `"${text}"`
}

/** A name as a prompt states it: quoted where it has several words. */
export const quoteIfSpaced = (name: string): string => (/\s/.test(name) ? quote(name) : name)

/** `a`, `a and b`, `a, b and c`. */
export const joinList = (items: readonly (number | string)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
