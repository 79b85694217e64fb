import type { Phrases } from '../phrases.ts'
import { compressData } from './compress-data.ts'
import { createCalendarEvent } from './create-calendar-event.ts'
import { createContact } from './create-contact.ts'
import { createInvoice } from './create-invoice.ts'
import { createNotification } from './create-notification.ts'
import { createSpreadsheet } from './create-spreadsheet.ts'
import { createTask } from './create-task.ts'
import { encryptText } from './encrypt-text.ts'
import { generateReport } from './generate-report.ts'
import { logEvent } from './log-event.ts'
import { scheduleMeeting } from './schedule-meeting.ts'
import { sendEmail } from './send-email.ts'
import { sendMessage } from './send-message.ts'
import { sendWebhook } from './send-webhook.ts'
import { setReminder } from './set-reminder.ts'

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
