import type { JsonObject } from '../../../../shared/json.ts'
export const drawArguments = (): JsonObject => ({})
