/** A step of a trace: one call of get_weather. */
export const step = (step_id: string, more: object = {}) => ({
  step_id,
  tool_name: 'get_weather',
  arguments: { city: 'Oslo' },
  depends_on: [],
  ...more,
})
/** A row of a suite, valid as it is. */
export const row = (more: object = {}, steps: object[] = [step('step_1')]) => ({
  task_id: 'T1',
  level: 'L0_node',
  prompt: 'Weather in Oslo?',
  available_tools: ['get_weather'],
  expected_trace: { steps },
  ...more,
})
