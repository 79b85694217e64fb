import { Recorder } from '../../trace/recorder.ts'

/** A recorder that says when the caller of a tool has its answer. */
export class NotifyingRecorder extends Recorder {
  private readonly onEnd: (id: string) => void

  constructor(onEnd: (id: string) => void) {
    super()
    this.onEnd = onEnd
  }

  override end(id: string): void {
    super.end(id)
    this.onEnd(id)
  }
}
