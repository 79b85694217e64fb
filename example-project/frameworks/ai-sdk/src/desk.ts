/** The records of the travel desk. A real one has a database here. */
const records = {
  travellers: [
    {
      id: 'traveller-1',
      name: 'Ines Duarte',
      email: 'ines@example.com',
      phone: '+351 210 555 0142',
      company_id: 'company-1',
    },
  ],
  companies: [
    {
      id: 'company-1',
      name: 'Duarte Cork',
      phone: '+351 210 555 0100',
      city: 'Lisbon',
      cost_centre: 'CC-204',
      budget: 1200,
    },
  ],
  hotels: [{ id: 'hotel-1', name: 'Harbour House', phone: '+47 22 555 017', city: 'Oslo', rate: 148.5 }],
  trips: [
    {
      id: 'trip-1',
      traveller_id: 'traveller-1',
      hotel_id: 'hotel-1',
      arrival: '2027-03-01',
      status: 'booked' as 'planned' | 'booked' | 'cancelled',
    },
  ],
  messages: [{ id: 'message-1', traveller_id: 'traveller-1', text: 'Welcome.' }],
}

type Records = typeof records
type Kind = keyof Records
type One<K extends Kind> = Records[K][number]

const all = <K extends Kind>(kind: K): One<K>[] => records[kind]

export const list = <K extends Kind>(kind: K, { name }: { name?: string | undefined }): One<K>[] =>
  all(kind).filter((one) => name === undefined || ('name' in one && one.name === name))

export function get<K extends Kind>(kind: K, id: string): One<K> {
  const found = all(kind).find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is nothing with the id ${id} among the ${kind}.`)
  return found
}

export function add<K extends Kind>(kind: K, fields: Omit<One<K>, 'id'>): One<K> {
  const added = { id: `${kind}-${all(kind).length + 1}`, ...fields } as One<K>
  all(kind).push(added)
  return added
}

export const change = <K extends Kind>(kind: K, id: string, fields: Partial<One<K>>): One<K> =>
  Object.assign(get(kind, id), fields)
