import { from } from '../../bind.ts'
import { drawDate, drawDateTime } from '../../draws.ts'
import { quote } from '../../phrases.ts'
import { CLIENTS, CURRENCIES, SERVICES } from '../../pools/markets.ts'
import { PEOPLE } from '../../pools/people.ts'
import { MEMOS, TEXTS } from '../../pools/texts.ts'
import { DOCUMENTS, EVENT_TYPES, EVENTS, SUBJECTS, TODOS } from '../../pools/titles.ts'
import { single } from './single.ts'

const createCalendarEvent = single('create_calendar_event', (rng) => {
  const title = rng.pick(EVENTS)
  const date = drawDateTime(rng)
  const minutes = rng.int(3, 36) * 5
  return {
    arguments: { title, date, duration_minutes: minutes },
    prompts: [
      `Put an event titled ${quote(title)} into my calendar, starting at ${date} and lasting ${minutes} minutes.`,
      `Please block ${minutes} minutes in my calendar from ${date} under the title ${quote(title)}.`,
      `My calendar needs an entry: title ${quote(title)}, start ${date}, length ${minutes} minutes, no attendees.`,
    ],
  }
})

const createContact = single('create_contact', (rng) => {
  const { name, email, phone } = rng.pick(PEOPLE)
  return {
    arguments: { name, email, phone },
    prompts: [
      `Save a new contact: the name is ${quote(name)}, the e-mail address ${email} and the phone number ${quote(phone)}.`,
      `I met someone today. Add ${quote(name)} to my address book, with ${email} as e-mail address and ${quote(phone)} as phone number.`,
      `Please enter ${quote(name)} into the address book. E-mail: ${email}, phone: ${quote(phone)}.`,
    ],
    answer: { value: from(1, '/contact_id'), gives: 'the id of the new entry' },
  }
})

const createInvoice = single('create_invoice', (rng) => {
  const client = rng.pick(CLIENTS)
  const currency = rng.pick(CURRENCIES)
  const items = rng.sample(SERVICES, 2).map((description) => ({
    description,
    quantity: rng.int(2, 24),
    unit_price: rng.decimal(15, 240, 2),
  }))
  const list = items
    .map((item) => `${quote(item.description)}, quantity ${item.quantity}, unit price ${item.unit_price}`)
    .join('; ')
  return {
    arguments: { client_name: client, items, currency },
    prompts: [
      `Issue an invoice in ${currency} to the client ${quote(client)} with these items in this order: ${list}.`,
      `Bill ${quote(client)}. All prices are in ${currency}, and the items are, in order: ${list}.`,
      `We have finished our work for ${quote(client)}, so an invoice in ${currency} is due. Its items, in this order: ${list}.`,
    ],
    answer: { value: from(1, '/invoice_id'), gives: 'the id of the invoice' },
  }
})

const createNotification = single('create_notification', (rng) => {
  const title = rng.pick(SUBJECTS)
  const message = rng.pick(MEMOS)
  const priority = rng.pick(['low', 'normal', 'high', 'urgent'])
  return {
    arguments: { title, message, priority },
    prompts: [
      `Show a notification on the dashboard with the title ${quote(title)}, the message ${quote(message)} and priority ${priority}.`,
      `The dashboard should tell everyone: ${quote(message)} Make that exact text the message of a notification titled ${quote(title)}, priority ${priority}.`,
      `Create a dashboard notification of priority ${priority}. Headline: ${quote(title)}. Message: ${quote(message)}`,
    ],
  }
})

const createSpreadsheet = single('create_spreadsheet', (rng) => {
  const title = rng.pick(DOCUMENTS)
  const rows = rng.sample(SERVICES, 3).map((service) => [service, String(rng.decimal(11, 480, 2))])
  const list = rows.map((row) => row.map(quote).join(' and ')).join('; ')
  return {
    arguments: { title, headers: ['Item', 'Price'], rows },
    prompts: [
      `Make a spreadsheet titled ${quote(title)} with the headers "Item" and "Price" and three rows, in this order: ${list}.`,
      `I need a new spreadsheet. Title: ${quote(title)}. Column headers: "Item" and "Price". Rows, in this order: ${list}.`,
      `Set up a spreadsheet with the two columns "Item" and "Price" under the title ${quote(title)}. Fill in these rows in the order given: ${list}.`,
    ],
    answer: { value: from(1, '/spreadsheet_id'), gives: 'the id of the spreadsheet' },
  }
})

const createTask = single('create_task', (rng) => {
  const title = rng.pick(TODOS)
  const due = drawDate(rng, 2030, 2034)
  const priority = rng.pick(['low', 'medium', 'high'])
  return {
    arguments: { title, due_date: due, priority },
    prompts: [
      `Add ${quote(title)} to my task list, due on ${due}, with ${priority} priority and no description.`,
      `I must not forget this task: ${quote(title)}. Put it on the list with the due date ${due} and priority ${priority}; leave the description out.`,
      `New entry for the task list. Title: ${quote(title)}. Due: ${due}. Priority: ${priority}. It needs no description.`,
    ],
  }
})

const encryptText = single('encrypt_text', (rng) => {
  const text = rng.pick(TEXTS)
  const method = rng.pick(['aes256', 'rsa'])
  return {
    arguments: { text, method },
    prompts: [
      `Encrypt the text ${quote(text)} by the method ${method}.`,
      `I want this sentence encrypted with ${method}, full stop included: ${quote(text)}`,
      `Use ${method} to turn ${quote(text)} into cipher text.`,
    ],
    answer: { value: from(1, '/encrypted'), gives: 'the cipher text' },
  }
})

const logEvent = single('log_event', (rng) => {
  const type = rng.pick(EVENT_TYPES)
  const message = rng.pick(MEMOS)
  const severity = rng.pick(['info', 'warning', 'error'])
  return {
    arguments: { event_type: type, message, severity },
    prompts: [
      `Write an entry of type ${quote(type)} and severity ${severity} into the event log, with the message ${quote(message)}`,
      `The event log needs a line. Type: ${quote(type)}. Severity: ${severity}. Message: ${quote(message)}`,
      `Record ${quote(message)} in the event log, word for word, as an event of type ${quote(type)} with severity ${severity}.`,
    ],
  }
})

const sendEmail = single('send_email', (rng) => {
  const { email } = rng.pick(PEOPLE)
  const subject = rng.pick(SUBJECTS)
  const body = rng.pick(MEMOS)
  return {
    arguments: { to: email, subject, body },
    prompts: [
      `Send an e-mail to ${email} with the subject ${quote(subject)} and exactly this body: ${quote(body)}`,
      `Please mail ${email}. Subject: ${quote(subject)}. The body is this one sentence, word for word: ${quote(body)}`,
      `I want ${email} to get the message ${quote(body)} by e-mail, with nothing added to it, under the subject ${quote(subject)}.`,
    ],
    answer: { value: from(1, '/message_id'), gives: 'the id of the message that was sent' },
  }
})

const setReminder = single('set_reminder', (rng) => {
  const message = rng.pick(TODOS)
  const at = drawDateTime(rng)
  return {
    arguments: { message, remind_at: at },
    prompts: [
      `Remind me at ${at} with the message ${quote(message)}.`,
      `Set a reminder for ${at} that says exactly ${quote(message)}.`,
      `At ${at} I want to see the reminder ${quote(message)}.`,
    ],
    answer: { value: from(1, '/reminder_id'), gives: 'the id of the reminder' },
  }
})

export const communication = [
  createCalendarEvent,
  createContact,
  createInvoice,
  createNotification,
  createSpreadsheet,
  createTask,
  encryptText,
  logEvent,
  sendEmail,
  setReminder,
]
