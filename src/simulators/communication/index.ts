import type { Simulator } from '../define-simulator.ts'
import { compressData } from './compress-data/simulator.ts'
import { createCalendarEvent } from './create-calendar-event/simulator.ts'
import { createContact } from './create-contact/simulator.ts'
import { createInvoice } from './create-invoice/simulator.ts'
import { createNotification } from './create-notification/simulator.ts'
import { createSpreadsheet } from './create-spreadsheet/simulator.ts'
import { createTask } from './create-task/simulator.ts'
import { encryptText } from './encrypt-text/simulator.ts'
import { generateReport } from './generate-report/simulator.ts'
import { logEvent } from './log-event/simulator.ts'
import { scheduleMeeting } from './schedule-meeting/simulator.ts'
import { sendEmail } from './send-email/simulator.ts'
import { sendMessage } from './send-message/simulator.ts'
import { sendWebhook } from './send-webhook/simulator.ts'
import { setReminder } from './set-reminder/simulator.ts'

export const communication: Simulator[] = [
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
