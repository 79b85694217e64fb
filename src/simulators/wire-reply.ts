/** An answer as an API gives it on the wire. */
export interface WireReply {
  status: number
  /** Content type; empty where there was none. */
  type: string
  body: string
}
