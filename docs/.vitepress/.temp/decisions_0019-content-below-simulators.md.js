import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Content stands below the simulators","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0019-content-below-simulators.md","filePath":"decisions/0019-content-below-simulators.md"}');
const _sfc_main = { name: "decisions/0019-content-below-simulators.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="content-stands-below-the-simulators" tabindex="-1">Content stands below the simulators <a class="header-anchor" href="#content-stands-below-the-simulators" aria-label="Permalink to &quot;Content stands below the simulators&quot;">​</a></h1><p>The folder of a tool holds all there is to say of it, and that includes how sensible arguments of a call are drawn (<code>arguments.ts</code>). Arguments are drawn from pools of words, names and figures, and so are the patterns of <code>src/generate</code>, three layers up.</p><p>So <code>src/content</code> is a room of its own, on a line below <code>src/simulators</code>: words as JSON in <code>words/</code>, what takes more than one pick in <code>pools/</code>, dates and amounts in <code>draws.ts</code>, how values are put into a text in <code>fill.ts</code> and <code>wording.ts</code>. It knows nothing of tools, patterns or tasks.</p><p>What was weighed: handing the pools to the tools as an argument (a type of some forty functions between two rooms that would each have to know it), and keeping <code>arguments.ts</code> in <code>src/generate</code> (adding a tool would touch two rooms).</p><p><code>src/shared</code> has a line of its own below <code>src/python</code> and <code>src/schema</code>, which both take JSON, digests and errors from it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0019-content-below-simulators.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0019ContentBelowSimulators = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0019ContentBelowSimulators as default
};
