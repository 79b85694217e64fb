/** The client of the company's own API. */
const API = 'https://api.acme.example/v1'

async function ask(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`${API}${path}`, init)
  const body = await response.json()
  return response.ok ? body : { failed: response.status, ...body }
}

type Args = Record<string, string>

export const api: Record<string, (args: Args) => Promise<unknown>> = {
  weather: ({ city = '' }) => ask(`/weather/${encodeURIComponent(city)}`),
  convert: (args) => ask(`/convert?${new URLSearchParams(args)}`),
  send_mail: ({ recipient, subject, text }) =>
    ask('/mails', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: recipient, subject, body: text }),
    }),
}
