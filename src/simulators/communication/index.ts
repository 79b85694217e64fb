import type { Simulator } from '../define-simulator.ts'
import { createCalendarEvent } from './create-calendar-event.ts'
import { createContact } from './create-contact.ts'
import { createInvoice } from './create-invoice.ts'
import { createNotification } from './create-notification.ts'
import { createSpreadsheet } from './create-spreadsheet.ts'
import { createTask } from './create-task.ts'
import { encryptText } from './encrypt-text.ts'
import { generateReport } from './generate-report.ts'
import { logEvent } from './log-event.ts'
import { sendEmail } from './send-email.ts'
import { setReminder } from './set-reminder.ts'

export const communication: Simulator[] = [
  createCalendarEvent,
  createContact,
  createInvoice,
  createNotification,
  createSpreadsheet,
  createTask,
  encryptText,
  generateReport,
  logEvent,
  sendEmail,
  setReminder,
]
