import { compressData } from '../../../simulators/communication/compress-data/phrases.ts'
import { createCalendarEvent } from '../../../simulators/communication/create-calendar-event/phrases.ts'
import { createContact } from '../../../simulators/communication/create-contact/phrases.ts'
import { createInvoice } from '../../../simulators/communication/create-invoice/phrases.ts'
import { createNotification } from '../../../simulators/communication/create-notification/phrases.ts'
import { createSpreadsheet } from '../../../simulators/communication/create-spreadsheet/phrases.ts'
import { createTask } from '../../../simulators/communication/create-task/phrases.ts'
import { encryptText } from '../../../simulators/communication/encrypt-text/phrases.ts'
import { generateReport } from '../../../simulators/communication/generate-report/phrases.ts'
import { logEvent } from '../../../simulators/communication/log-event/phrases.ts'
import { scheduleMeeting } from '../../../simulators/communication/schedule-meeting/phrases.ts'
import { sendEmail } from '../../../simulators/communication/send-email/phrases.ts'
import { sendMessage } from '../../../simulators/communication/send-message/phrases.ts'
import { sendWebhook } from '../../../simulators/communication/send-webhook/phrases.ts'
import { setReminder } from '../../../simulators/communication/set-reminder/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const communication: readonly Phrases[] = [
  compressData,
  createCalendarEvent,
  createContact,
  createInvoice,
  createNotification,
  createSpreadsheet,
  createTask,
  encryptText,
  generateReport,
  logEvent,
  scheduleMeeting,
  sendEmail,
  sendMessage,
  sendWebhook,
  setReminder,
]
