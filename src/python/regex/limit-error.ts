/** What a search refuses to do: the work or the result would have no bound. */
export class LimitError extends Error {
  override readonly name = 'LimitError'
}
