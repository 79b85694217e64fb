// Made by `npm run make:index` from the files of the tools.

/** The categories of tools: the folders of `src/tools/builtin`. */
export const CATEGORIES = [
  'communication',
  'computation',
  'external_services',
  'file_data',
  'information_retrieval',
  'media',
  'state_management',
  'text_processing',
  'time_scheduling',
] as const
export type Category = (typeof CATEGORIES)[number]
