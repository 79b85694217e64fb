import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"When a call starts","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0003-when-a-call-starts.md","filePath":"decisions/0003-when-a-call-starts.md"}');
const _sfc_main = { name: "decisions/0003-when-a-call-starts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="when-a-call-starts" tabindex="-1">When a call starts <a class="header-anchor" href="#when-a-call-starts" aria-label="Permalink to &quot;When a call starts&quot;">​</a></h1><p>Whether one call could have fed another is decided by a logical order: a call starts when the agent issues it and ends when the agent has the answer. Simulators answer at once, so an order taken where requests arrive would say that of two parallel calls the first one had ended before the second started.</p><p><code>tool.invoke</code> therefore notes start and end on the caller&#39;s side and names the call in a header. A request that an agent sends by itself starts when it arrives, and waits two turns of the event loop before it is executed, so that requests issued together start together. An adapter that knows the assistant&#39;s turns passes them on, and calls of one turn never feed each other.</p><p>Whose a call is, is another question: its address says so (<a href="./0020-tool-addresses.html">20</a>).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0003-when-a-call-starts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0003WhenACallStarts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0003WhenACallStarts as default
};
