import pool from '../words/gatherings.json' with { type: 'json' }

export const MEETINGS: readonly string[] = pool.meetings
export const ROOMS: readonly string[] = pool.rooms
export const CHANNELS: readonly string[] = pool.channels
