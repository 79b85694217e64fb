/** The client of the clinic's API. */
const API = 'https://api.clinic.example/v1'

type Args = Record<string, string>

async function ask(method: string, path: string, body?: Args): Promise<unknown> {
  const response = await fetch(`${API}${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const result = text === '' ? {} : JSON.parse(text)
  return response.ok ? result : { failed: response.status, ...result }
}

/** A path with what stands for `{name}` in it. */
const path = (parts: TemplateStringsArray, ...values: (string | undefined)[]): string =>
  String.raw(parts, ...values.map((value) => encodeURIComponent(value ?? '')))

export const api: Record<string, (args: Args) => Promise<unknown>> = {
  list_patients: (args) => ask('GET', `/patients?${new URLSearchParams(args)}`),
  get_patient: ({ patient_id }) => ask('GET', path`/patients/${patient_id}`),
  message_patient: ({ patient_id, ...body }) => ask('POST', path`/patients/${patient_id}/messages`, body),
  get_doctor: ({ doctor_id }) => ask('GET', path`/doctors/${doctor_id}`),
  list_appointments: (args) => ask('GET', `/appointments?${new URLSearchParams(args)}`),
  book_appointment: (args) => ask('POST', '/appointments', args),
  get_appointment: ({ appointment_id }) => ask('GET', path`/appointments/${appointment_id}`),
  move_appointment: ({ appointment_id, ...body }) =>
    ask('PATCH', path`/appointments/${appointment_id}`, body),
  cancel_appointment: ({ appointment_id }) => ask('DELETE', path`/appointments/${appointment_id}`),
}
