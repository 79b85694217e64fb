/** How a tool that nothing answers for gets its answers. Commands run no tools of an agent. */
export const TOOL_ADVICE =
  'Name its module, toolkit or recording by `simulators` (`--simulators`). An own tool answers itself by `live`; commands need its recording: node_modules/tracewright/docs/guides/my-tools.md#commands'
