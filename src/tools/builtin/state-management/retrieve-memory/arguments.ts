import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

/** Keys that hold a value in every fresh world. */
const KEYS = ['user_preferences', 'project_notes', 'meeting_agenda', 'shopping_list', 'api_config'] as const

export const drawArguments = (rng: Rng): JsonObject => ({ key: rng.pick(KEYS) })
