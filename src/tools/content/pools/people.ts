import pool from '../words/people.json' with { type: 'json' }

export type Person = { name: string; email: string; phone: string }

export const PEOPLE: readonly Person[] = pool.people
