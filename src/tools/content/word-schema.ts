import { z } from 'zod'

const text = z.string().min(1)
const item = z.union([text, z.record(z.string(), text), z.array(text).min(1)])
const list = z.union([z.array(item).min(2), z.record(z.string(), z.array(text).min(2))])

export const poolFileSchema = z.object({ about: z.record(z.string(), text).optional() }).catchall(list)
