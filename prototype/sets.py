"""Loads recorded sets into one form: anchors, walkable, walks [(readings, truth fn, eval times)], survey."""
import numpy as np, gzip, csv, json, os
R='./scenarios/recordings/'; D='../shared/data/datasets/'
def table(p):
    o=gzip.open if p.endswith('.gz') else open
    with o(p,'rt') as f: rows=list(csv.DictReader(f))
    return rows
class Walk: pass
class Survey: pass  # list of (place xy, {anchor: [levels]})
import yaml
def site(name):
    d=yaml.safe_load(open(f'./scenarios/sites/{name}.yaml')) if name!='pisa' else yaml.safe_load(open(D+'baronti2018/pisa-site.yaml'))
    return d
def anchors(d):
    return {str(b['id']):np.array(b['position'],float) for b in (d.get('beacons') or d.get('receivers') or d.get('anchors'))}
def truth_linear(t,xy):
    return lambda s: (np.interp(s,t,xy[:,0]),np.interp(s,t,xy[:,1]))
def truth_step(t,xy):
    def f(s):
        i=np.clip(np.searchsorted(t,s,side='right')-1,0,len(t)-1)
        return xy[i,0],xy[i,1]
    return f
def load_walk(readings,truth,ids,per=None):
    r=table(readings); w=Walk()
    key='anchor' if 'anchor' in r[0] else 'beacon'
    w.raw=r
    w.t=np.array([float(a['time_s']) for a in r]); w.a=np.array([a[key] for a in r]); w.z=np.array([float(a['rssi_dbm']) for a in r])
    tt=table(truth); t=np.array([float(a['time_s']) for a in tt]); xy=np.array([[float(a['x_m']),float(a['y_m'])] for a in tt])
    o=np.argsort(w.t,kind='stable'); w.t,w.a,w.z=w.t[o],w.a[o],w.z[o]
    w.truth=truth_linear(t,xy); w.begin,w.end=max(t[0],w.t[0]),min(t[-1],w.t[-1])
    return w
class Set: pass
def mk_survey(places, surv_levels):
    """places: list xy; levels: list of dict anchor->array of levels"""
    s=Survey(); s.xy=np.array(places); s.levels=surv_levels; return s
def survey_from_tables(readings,truth):
    r=table(readings); tt=table(truth); key='anchor' if 'anchor' in r[0] else 'beacon'
    t=np.array([float(a['time_s']) for a in tt]); xy=np.array([[float(a['x_m']),float(a['y_m'])] for a in tt])
    P={}
    for a in r:
        s=float(a['time_s']); p=(round(float(np.interp(s,t,xy[:,0])),3),round(float(np.interp(s,t,xy[:,1])),3))
        P.setdefault(p,{}).setdefault(a[key],[]).append(float(a['rssi_dbm']))
    return P
def merge(*Ps):
    out={}
    for P in Ps:
        for p,d in P.items():
            for a,l in d.items(): out.setdefault(p,{}).setdefault(a,[]).extend(l)
    return out
def places_from_walks(ws,step=0.5):
    """a survey from walks: readings grouped by cells of `step` m"""
    P={}
    for w in ws:
        for t,a,z in zip(w.t,w.a,w.z):
            if not w.begin<=t<=w.end: continue
            x,y=w.truth(t); p=(round(round(float(x)/step)*step,3),round(round(float(y)/step)*step,3))
            P.setdefault(p,{}).setdefault(a,[]).append(z)
    return P
def walkable_mask(d,X):
    """X: n x 2; True where walkable by the site, or all"""
    if 'walkable' not in d: return np.ones(len(X),bool)
    from matplotlib.path import Path
    m=np.zeros(len(X),bool)
    for w in d['walkable']:
        if 'cells' in w:
            c=w['cells']; x0,y0=c['corner']; s=c['side']; rows=c['rows']; n=len(rows)
            j=np.floor((X[:,0]-x0)/s).astype(int); i=np.floor((X[:,1]-y0)/s).astype(int)
            ok=(j>=0)&(j<len(rows[0]))&(i>=0)&(i<n)
            for k in np.where(ok)[0]:
                if rows[n-1-i[k]][j[k]]!='#': m[k]=True
        elif 'corners' in w: m|=Path(w['corners']).contains_points(X)
    return m
def eval_times(w):
    k0=np.ceil(w.begin); return np.arange(k0+ (1 if k0-w.begin<0.5 else 0),np.floor(w.end)+1)
def load():
    S=[]
    # danis
    s=Set(); s.name='danis'; s.site=site('danis'); s.anchors=anchors(s.site); s.h=1.8
    s.walks=[load_walk(R+f'danis/{n}-readings.csv.gz',R+f'danis/{n}-truth.csv.gz',None) for n in ['straight-01','straight-02','straight-03','straight-04','rectangular']]
    P=merge(*[survey_from_tables(R+f'danis/survey-{k}-readings.csv.gz',R+f'danis/survey-{k}-truth.csv.gz') for k in (1,2)])
    for w in s.walks: w.survey=P
    S.append(s)
    s=Set(); s.name='rriesebos'; s.site=site('rriesebos'); s.anchors=anchors(s.site); s.h=1.2
    s.walks=[load_walk(R+f'rriesebos/walk-{k}-readings.csv.gz',R+f'rriesebos/walk-{k}-truth.csv.gz',None) for k in range(1,6)]
    for w in s.walks: w.survey=places_from_walks([v for v in s.walks if v is not w])
    S.append(s)
    s=Set(); s.name='kolakowski'; s.site=site('kolakowski'); s.anchors=anchors(s.site); s.h=0.2
    s.walks=[load_walk(R+'kolakowski/drive-readings.csv.gz',R+'kolakowski/drive-truth.csv.gz',None)]
    cal=load_walk(R+'kolakowski/calibration-drive-readings.csv.gz',R+'kolakowski/calibration-drive-truth.csv.gz',None)
    s.walks[0].survey=places_from_walks([cal]); S.append(s)
    s=Set(); s.name='uji'; s.site=site('uji-ble'); s.anchors={k:np.append(v,0)[:3] for k,v in anchors(s.site).items()}; s.h=0
    s.walks=[]
    for ph in (1,2,3):
        for pt in (2,3):
            f=R+f'uji-ble/phone{ph}-points{pt}'
            w=load_walk(f+'-readings.csv.gz',f+'-truth.csv.gz',None); w.press=np.array([float(a['time_s']) for a in table(f+'-presses.csv.gz')]); s.walks.append(w)
    tps={str(p['id']):p['position'] for p in s.site['testPoints']}
    for w in s.walks: w.survey=places_from_walks([v for v in s.walks if v is not w],0.01)
    S.append(s)
    # pisa
    co={}
    for l in open(D+'baronti2018/Ground Truth/Coordinates.csv'):
        i,x,y=l.strip().split(';'); co[int(i)]=np.array([float(x)/100,float(y)/100])
    B=D+'baronti2018/'
    def read(f): return np.loadtxt(B+f,delimiter=',',dtype=np.int64)
    def pisa(name,kinds):
        s=Set(); s.name=name; s.site=site('pisa'); s.anchors=anchors(s.site); s.h=1.2; s.walks=[]; surv={}
        for side,pw,sc,svp in kinds:
            r=read(f'{side}/TxPower_-{pw}dBm/{sc}.csv'); g=read(f'Ground Truth/TxPower_-{pw}dBm/{sc}.csv'); g=g[g[:,1]==1]
            w=Walk()
            if side[0]=='S': r=r[(r[:,1]==1)&(r[:,2]>1000)]; a=r[:,2]
            else: r=r[r[:,2]==1]; a=r[:,1]
            t0=g[0,0]; w.t=(r[:,0]-t0)/1e3; w.a=np.array([str(x) for x in a]); w.z=r[:,3].astype(float); 
            o=np.argsort(w.t,kind='stable'); w.t,w.a,w.z=w.t[o],w.a[o],w.z[o]
            gt=(g[:,0]-t0)/1e3; xy=np.array([co[k] for k in g[:,2]]); w.truth=truth_step(gt,xy); w.begin,w.end=0,gt[-1]; w.gt=gt
            w.name=f'{side[0]}{pw}{sc[:3]}'
            if svp:
                if (side,svp) not in surv:
                    q=read(f'{side}/TxPower_-{svp}dBm/survey.csv'); gs=read(f'Ground Truth/TxPower_-{svp}dBm/survey.csv')
                    if side[0]=='S': q=q[(q[:,1]==1)&(q[:,2]>1000)]; qa=q[:,2]
                    else: q=q[q[:,2]==1]; qa=q[:,1]
                    i=np.searchsorted(gs[:,0],q[:,0],side='right')-1
                    P={}
                    for k in range(len(q)):
                        if i[k]>=0 and q[k,0]<=gs[i[k],1]:
                            P.setdefault(tuple(co[gs[i[k],3]]),{}).setdefault(str(qa[k]),[]).append(float(q[k,3]))
                    surv[side,svp]=P
                w.survey=surv[side,svp]
            else: w.survey=None
            s.walks.append(w)
        return s
    S.append(pisa('pisa6',[('Self-Positioning',6,'localization',6),('Self-Positioning',6,'social_scenario1',6)]))
    S.append(pisa('pisa18',[('Self-Positioning',18,'localization',18),('Self-Positioning',18,'social_scenario1',18)]))
    S.append(pisa('pisatag',[('Remote-Positioning',18,'localization',18),('Remote-Positioning',6,'localization',None)]))
    # openhps
    s=Set(); s.name='openhps'; s.site={}; b=table(D+'openhps-2021/beacons.csv'); s.h=1.2
    s.anchors={x['name']:np.array([float(x['x']),float(x['y']),2.0]) for x in b}
    def fp(f):
        rows=table(D+'openhps-2021/'+f)
        rows.sort(key=lambda x:int(x['TIMESTAMP'])); return rows
    P={}
    for x in fp('train/ble_fingerprints.csv'):
        p=(float(x['X']),float(x['Y']))
        for n in s.anchors:
            if float(x[n])<50: P.setdefault(p,{}).setdefault(n,[]).append(float(x[n]))
    te=fp('test/ble_fingerprints.csv'); t0=int(te[0]['TIMESTAMP'])
    # one walk per stay
    s.walks=[]; cur=None
    for x in te:
        p=(float(x['X']),float(x['Y']),x['ORIENTATION'])
        if cur is None or cur[0]!=p: cur=(p,[]); s.walks.append(cur)
        cur[1].append(x)
    ws=[]
    for p,xs in s.walks:
        w=Walk(); w.t=[];w.a=[];w.z=[]; b=int(xs[0]['TIMESTAMP'])
        for x in xs:
            tt=(int(x['TIMESTAMP'])-b)/1e3
            for n in s.anchors:
                if float(x[n])<50: w.t.append(tt);w.a.append(n);w.z.append(float(x[n]))
        w.t=np.array(w.t);w.a=np.array(w.a);w.z=np.array(w.z); xy=np.array([p[:2]]); w.truth=truth_step(np.array([0.]),xy); w.begin=0;w.end=(int(xs[-1]['TIMESTAMP'])-b)/1e3
        w.survey=P; w.press=np.array([(int(x['TIMESTAMP'])-b)/1e3+0.01 for x in xs]); ws.append(w)
    s.walks=ws; S.append(s)
    for s in S:
        for i,w in enumerate(s.walks):
            if not hasattr(w,'name'): w.name=str(i)
            w.eval=getattr(w,'press',None)
            if w.eval is None: w.eval=eval_times(w)
    return S
if __name__=='__main__':
    import pickle
    S=load()
    for s in S:
        print(s.name,len(s.anchors),len(s.walks),[len(w.eval) for w in s.walks][:8],[len(w.t) for w in s.walks][:8],[len(w.survey) if w.survey else 0 for w in s.walks][:6])
