import type { Pattern } from '../../pattern.ts'
import { createRemind } from './create-remind.ts'
import { createSend } from './create-send.ts'
import { generateSave } from './generate-save.ts'
import { readAnalyze } from './read-analyze.ts'
import { readProcessSave } from './read-process-save.ts'
import { readTransformSave } from './read-transform-save.ts'
import { recallProbe } from './recall-probe.ts'
import { recallTrack } from './recall-track.ts'
import { retrieveCompute } from './retrieve-compute.ts'
import { retrieveComputeFormat } from './retrieve-compute-format.ts'
import { retrieveConvert } from './retrieve-convert.ts'
import { retrieveFormat } from './retrieve-format.ts'
import { retrieveLog } from './retrieve-log.ts'
import { retrieveNotify } from './retrieve-notify.ts'
import { retrieveSchedule } from './retrieve-schedule.ts'
import { retrieveSend } from './retrieve-send.ts'
import { retrieveStore } from './retrieve-store.ts'
import { retrieveTransform } from './retrieve-transform.ts'
import { retrieveTranslate } from './retrieve-translate.ts'
import { retrieveVerify } from './retrieve-verify.ts'

export const l1Chain: readonly Pattern[] = [
  createRemind,
  createSend,
  generateSave,
  readAnalyze,
  readProcessSave,
  readTransformSave,
  recallProbe,
  recallTrack,
  retrieveComputeFormat,
  retrieveCompute,
  retrieveConvert,
  retrieveFormat,
  retrieveLog,
  retrieveNotify,
  retrieveSchedule,
  retrieveSend,
  retrieveStore,
  retrieveTransform,
  retrieveTranslate,
  retrieveVerify,
]
