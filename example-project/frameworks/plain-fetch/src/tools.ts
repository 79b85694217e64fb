/** What the model is told of the clinic's API; `id of the patient` and the like are texts. */
const define = (
  name: string,
  description: string,
  parameters: Record<string, string>,
  required: string[],
) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([key, meaning]) => [key, { type: 'string', description: meaning }]),
      ),
      required,
    },
  },
})

const patient = { patient_id: 'id of the patient' }
const doctor = { doctor_id: 'id of the doctor' }
const appointment = { appointment_id: 'id of the appointment' }
const day = { day: 'a day, such as 2027-03-01' }

export const tools = [
  define('list_patients', 'Patients, all of them or those of a name.', { name: 'full name' }, []),
  define('get_patient', 'A patient.', patient, ['patient_id']),
  define('message_patient', 'Sends a message to a patient.', { ...patient, text: 'the message' }, [
    'patient_id',
    'text',
  ]),
  define('get_doctor', 'A doctor.', doctor, ['doctor_id']),
  define(
    'list_appointments',
    'Appointments, all of them or those of a status.',
    { status: 'booked, done or cancelled' },
    [],
  ),
  define(
    'book_appointment',
    'Books an appointment.',
    { ...patient, ...doctor, ...day, reason: 'reason for the visit' },
    ['patient_id', 'doctor_id', 'day', 'reason'],
  ),
  define('get_appointment', 'An appointment.', appointment, ['appointment_id']),
  define('move_appointment', 'Moves an appointment.', { ...appointment, ...day }, ['appointment_id', 'day']),
  define('cancel_appointment', 'Cancels an appointment.', appointment, ['appointment_id']),
]
