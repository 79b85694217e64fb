/** The client of the library's API. */
const API = 'https://api.lending.example/v1'

async function ask(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`${API}${path}`, init)
  return response.json()
}

type Args = Record<string, string>

export const api: Record<string, (args: Args) => Promise<unknown>> = {
  list_books: (args) => ask(`/books?${new URLSearchParams(args)}`),
  get_book: ({ bookId = '' }) => ask(`/books/${encodeURIComponent(bookId)}`),
  create_loan: (args) =>
    ask('/loans', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    }),
}
