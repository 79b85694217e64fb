import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A scrambled value may flow on","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0008-scrambled-values.md","filePath":"decisions/0008-scrambled-values.md"}');
const _sfc_main = { name: "decisions/0008-scrambled-values.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-scrambled-value-may-flow-on" tabindex="-1">A scrambled value may flow on <a class="header-anchor" href="#a-scrambled-value-may-flow-on" aria-label="Permalink to &quot;A scrambled value may flow on&quot;">​</a></h1><p>One would ask (<a href="./../docs/scoring.html#calibration">calibration</a>) that the <code>scrambled</code> agent, an oracle with bound values from another world, gets data flow 0 on tasks with a data edge. It gets less than 1 on each, solves none, and 0 is out of reach where a pure tool follows.</p><p>The agent reads 9.3 degrees and passes 14.1, a reading of another world, to a conversion. That leaf is fabricated. The conversion answers 57.38, and the agent mails 57.38, which is what it would have mailed in the other world. But it is also what the conversion said in this run, and a bound value is the value that flowed in this run: the mail&#39;s leaf is grounded. Calling it fabricated would take the first error out on every later step, and an agent that makes one mistake and then passes results on faithfully could no longer be told from one that makes everything up.</p><p><code>tracewright calibrate</code> therefore holds <code>scrambled</code> to solving nothing and to a data flow below 1 on every task with a data edge.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0008-scrambled-values.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0008ScrambledValues = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0008ScrambledValues as default
};
