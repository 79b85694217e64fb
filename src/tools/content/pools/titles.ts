import pool from '../words/titles.json' with { type: 'json' }

export const SUBJECTS: readonly string[] = pool.subjects
export const EVENTS: readonly string[] = pool.events
export const TODOS: readonly string[] = pool.todos
export const DOCUMENTS: readonly string[] = pool.documents
export const EVENT_TYPES: readonly string[] = pool.eventTypes
