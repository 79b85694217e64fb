/**
 * An id that cannot be guessed: the prefix and 48 bits.
 *
 * @param hex Twelve hex digits that it is made of
 * @param like Ids of the same kind; where those with the prefix end in decimal digits alone, so does this one
 */
export function opaqueId(prefix: string, hex: string, like: readonly string[] = []): string {
  const tails = like.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []))
  if (tails.length > 0 && tails.every((tail) => /^\d+$/.test(tail)))
    return prefix + String(Number.parseInt(hex, 16)).padStart(15, '0')
  return prefix + (/[A-Z]/.test(prefix) && !/[a-z]/.test(prefix) ? hex.toUpperCase() : hex)
}
