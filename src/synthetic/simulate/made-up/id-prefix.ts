import { stemsOf } from '../../rules/words.ts'

/** The letters and the mark that an id begins with, `TXN-` of `TXN-2024-0017`; undefined where it begins with none. */
const headOf = (id: string): string | undefined => /^[A-Za-z]{2,}[-_#:]?(?=.*\d)/.exec(id)?.[0]

/**
 * What ids of this name begin with: as those that are known do, else by the words of the name, `RT-` for
 * `refund_transaction_id` and `NOTI-` for `notification_id`.
 */
export function idPrefix(name: string, examples: readonly string[]): string {
  const heads = examples.flatMap((id) => headOf(id) ?? [])
  const [head] = heads
  if (head !== undefined && heads.every((one) => one === head)) return head
  const words = stemsOf(name).filter((stem) => !['id', 'identifier', 'number', 'code', 'key'].includes(stem))
  if (words.length > 1) return `${words.map((word) => word[0]).join('')}-`.toUpperCase()
  return `${(words[0] ?? 'ref').slice(0, 4)}-`.toUpperCase()
}
