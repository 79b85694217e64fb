/** A published data set on the Hugging Face hub. */
export interface DataSource {
  /** Owner and name of the data set. */
  repo: string
  /** Branch, tag or commit that is taken unless another one is asked for. */
  revision: string
  /** The file in the data set; its ending names the format. */
  file: string
}

/** Data sets that can be pulled by name. */
export const SOURCES: ReadonlyMap<string, DataSource> = new Map([
  ['comptoolbench', { repo: 'mdarahmanxAI/comptoolbench', revision: 'main', file: 'test.jsonl' }],
])
