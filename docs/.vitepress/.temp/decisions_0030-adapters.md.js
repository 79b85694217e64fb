import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Adapters hand tools over and read what comes back","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0030-adapters.md","filePath":"decisions/0030-adapters.md"}');
const _sfc_main = { name: "decisions/0030-adapters.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="adapters-hand-tools-over-and-read-what-comes-back" tabindex="-1">Adapters hand tools over and read what comes back <a class="header-anchor" href="#adapters-hand-tools-over-and-read-what-comes-back" aria-label="Permalink to &quot;Adapters hand tools over and read what comes back&quot;">​</a></h1><p>An adapter turns the task&#39;s tools into a library&#39;s own and reads turns, tokens, models and the answer from what the library returns. It builds no agent and holds no loop.</p><ul><li><strong>The user&#39;s function makes the call</strong> (<code>generateText</code>, <code>run</code>, <code>runTools</code>), so that what production sets (steps, instructions, streaming, headers) stays the user&#39;s, and a new option of the library needs nothing from us.</li><li><strong>Results are read by shape, not by class</strong>: the few fields that are used are declared, so that one build fits two majors of a library. The libraries are optional peers, and each is imported by its own folder alone.</li><li><strong>Turns are ids, read afterwards</strong> (<code>turns</code> of the reply): no library tells a running tool which turn it belongs to in a way that holds for agents within agents. Calls that the outer conversation does not list have no turn and are ordered by time. An id that two turns use, as servers of local models give them, says nothing. <code>runTools</code> gives tools no id at all; there the turn is counted in the messages of the first runner.</li><li><strong>A refusal is text for the model</strong>; what is no refusal is thrown. A call that a library holds back, of an unknown tool or with arguments that are no JSON, reaches no tool and is in no trace.</li><li><strong>MCP runs in process</strong>, over the SDK&#39;s linked transports, with the low-level server: the schemas go out as they are, where <code>McpServer</code> wants zod.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0030-adapters.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0030Adapters = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0030Adapters as default
};
