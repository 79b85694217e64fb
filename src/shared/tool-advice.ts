/** How a tool that nothing answers for gets its answers. Commands run no tools of an agent. */
export const TOOL_ADVICE =
  'Name its simulator or recording in the option `simulators`, or let the tool itself run by the option `live`. Pass a command its simulator or recording by --simulators: node_modules/tracewright/docs/guides/troubleshooting.md#a-tool-has-no-simulator'
